import type { Command } from 'commander'

export function addDemo(program: Command) {
  program
    .command('demo')
    .description('start a server with a demo business (DEMO_DATA_DIR, DEMO_DAYS)')
    .action(async () => {
      // Loaded here, because the other commands do not need the server.
      const { runDemo } = await import('../demo/run-demo.ts')
      await runDemo()
    })
}
