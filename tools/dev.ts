import { spawn } from 'node:child_process'

// Starts the server on 3000 and the screens on 5173 with reload. The screens proxy /api to the server.
const processes = [
  spawn(process.execPath, ['--watch', '--watch-preserve-output', 'server/main.ts'], {
    stdio: 'inherit',
    env: { ...process.env, PUBLIC_URL: process.env['PUBLIC_URL'] ?? 'http://localhost:5173' },
  }),
  spawn(process.execPath, ['node_modules/vite/bin/vite.js'], { stdio: 'inherit' }),
]
const stop = (signal: NodeJS.Signals) => {
  for (const child of processes) child.kill(signal)
}
for (const child of processes) child.once('exit', () => stop('SIGTERM'))
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, stop)
