import type { OperatorConfig } from '../../server/config.ts'

/** Says that a link leads to this machine only. Nobody else can open it, which is seen too late in a mail. */
export function noteMissingPublicUrl({ publicUrl }: Pick<OperatorConfig, 'publicUrl'>) {
  if (!process.env['PUBLIC_URL'])
    console.error(`PUBLIC_URL is not set: links begin with ${publicUrl}. Set it as for the server, so that others can open them.`)
}
