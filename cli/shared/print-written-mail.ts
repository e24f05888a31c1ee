/** The log of a mailer whose command runs in a terminal. */
export const printWrittenMail = {
  info: ({ file }: { file: string }) => console.error(`SMTP_URL is not set: the mail was written to ${file}.`),
}
