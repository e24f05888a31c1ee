/** A person's name as every screen shows it, and the search and the export have it. */
export const fullName = ({ firstname, lastname }: { firstname: string; lastname: string }) => `${firstname} ${lastname}`
