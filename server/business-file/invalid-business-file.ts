/** The file cannot be imported. The message is a sentence for the operator. */
export class InvalidBusinessFile extends Error {}
