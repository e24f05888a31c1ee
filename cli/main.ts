import { runCommand } from './run-command.ts'

// The operator's commands: `npm run winkel -- <command>`. One file in commands/ adds one command.
await runCommand(process.argv.slice(2))
