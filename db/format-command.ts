/**
 * How an operator types a command of Winkel: 'npm run winkel -- backup', or 'sudo winkel backup' with WINKEL_COMMAND='sudo winkel', as
 * deploy/systemd sets it. There npm would take another DATA_DIR.
 */
export function formatCommand(command: string) {
  const program = process.env['WINKEL_COMMAND']
  if (program) return `${program} ${command}`
  return command === 'migrate' ? 'npm run migrate' : `npm run winkel -- ${command}`
}
