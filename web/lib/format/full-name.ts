export const getFullName = ({ firstname, lastname }: { firstname: string; lastname: string }) => `${firstname} ${lastname}`
