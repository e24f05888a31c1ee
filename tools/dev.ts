import { spawn } from 'node:child_process'

// Both halves, reloading: the server on 3000, the screens on 5173, which pass /api on to it.
const halves = [
  spawn(process.execPath, ['--watch', '--watch-preserve-output', 'server/main.ts'], {
    stdio: 'inherit',
    env: { ...process.env, PUBLIC_URL: process.env['PUBLIC_URL'] ?? 'http://localhost:5173' },
  }),
  spawn(process.execPath, ['node_modules/vite/bin/vite.js'], { stdio: 'inherit' }),
]
const stop = (signal: NodeJS.Signals) => {
  for (const half of halves) half.kill(signal)
}
for (const half of halves) half.once('exit', () => stop('SIGTERM'))
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, stop)
