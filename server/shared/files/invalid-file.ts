/** Why a whole file is rejected, in a sentence for the person who chose it. */
export class InvalidFile extends Error {}
