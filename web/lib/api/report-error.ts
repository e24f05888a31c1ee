/** Reports a fault of the screens to the server. The code for it is loaded when one happens. */
export const reportError = (error: unknown) =>
  void import('./send-error-report.ts').then(
    ({ sendErrorReport }) => sendErrorReport(error),
    () => {}, // there is no network, or a newer version
  )
