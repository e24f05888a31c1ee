import { spawn } from 'node:child_process'
import { rm } from 'node:fs/promises'

// The server as a newcomer starts it, on a folder that goes when it does.
const server = spawn(process.execPath, ['tools/run.mjs', 'server/main.ts'], { stdio: 'inherit' })
for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => server.kill(signal))
server.once('exit', async (code) => {
  await rm(process.env['DATA_DIR'] ?? '', { recursive: true, force: true })
  process.exit(code ?? 1)
})
