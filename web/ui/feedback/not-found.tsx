import { Box } from '@mantine/core'
import { IconFileUnknown } from '@tabler/icons-react'
import type { LinkProps } from '@tanstack/react-router'
import { getErrorCode } from '../../lib/api/messages.ts'
import { capitalise } from '../../lib/format/capitalise.ts'
import { LinkButton } from '../layout/link-button.tsx'
import { LoadFailure } from './load-failure.tsx'

type Props = {
  /** 'document'. */
  noun: string
  /** The list of all of them. */
  all: { link: LinkProps; name: string }
  /** Left out where the URL has no id. */
  query?: Parameters<typeof LoadFailure>[0]['query'] | undefined
}

/** In place of a screen whose URL names a row that is not there, or that failed to load. */
export const NotFound = ({ noun, all, query }: Props) => {
  if (query?.error && getErrorCode(query.error) !== 'NOT_FOUND')
    return <LoadFailure query={query} failure={`Failed to load the ${noun}`} asCard />
  return (
    <Box className="panel stack gap-12" p="xl" ta="center" style={{ justifyItems: 'center' }}>
      <IconFileUnknown size={32} stroke={1.5} color="var(--faint)" aria-hidden />
      <h1>{capitalise(noun)} not found</h1>
      <p className="grey">This {noun} was deleted or never existed.</p>
      <LinkButton {...all.link}>{all.name}</LinkButton>
    </Box>
  )
}
