import { Box, Button, Select, TextInput } from '@mantine/core'
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react'
import { type KeyboardEvent, type MouseEvent, useLayoutEffect, useRef } from 'react'
import '@mantine/core/styles/Combobox.layer.css'
import classes from './pager.module.css'

/** The rows of a page, the first option by default. */
export type PageSize = { value: number; options: readonly number[]; onChange: (size: number) => void }

type Props = {
  label: string
  /** The same on paper. */
  printed: string
  page: number
  pages: number
  onPage: (page: number) => void
  size: (PageSize & { results: number }) | undefined
}

/** With few pages Previous and Next lead everywhere. */
const PAGE_FIELD_FROM = 3

export function Pager({ label, printed, page, pages, onPage, size }: Props) {
  const pager = useRef<HTMLDivElement>(null)
  const pressed = useRef<HTMLButtonElement>(null)
  // On the first and last page the pressed button becomes disabled. It then loses the focus, in Chromium since 150 at once.
  // biome-ignore lint/correctness/useExhaustiveDependencies: a page is when a button becomes disabled
  useLayoutEffect(() => {
    const button = pressed.current
    pressed.current = null
    if (button?.disabled && [document.body, button].includes(document.activeElement as HTMLElement))
      pager.current?.querySelector<HTMLElement>('button:enabled')?.focus({ preventScroll: true })
  }, [page])
  const step = (by: number) => (event: MouseEvent<HTMLButtonElement>) => {
    pressed.current = event.currentTarget
    onPage(page + by)
  }
  return (
    <div ref={pager} className={`row wrap grey small digits ${classes.pager}`} data-pager>
      <Box component="span" mr="auto" role="status">
        {label}
      </Box>
      <p className="print-only">
        {printed} {pages > 1 && <span className={classes.csv}>The CSV file has all rows.</span>}
      </p>
      {size && size.results > Math.min(...size.options) && <SizeSelect {...size} />}
      {pages >= PAGE_FIELD_FROM && <PageField key={page} page={page} pages={pages} onPage={onPage} />}
      <div className={`row ${classes.steps}`}>
        <Button
          variant="default"
          size="xs"
          leftSection={<IconChevronLeft size={16} aria-hidden />}
          disabled={page <= 1}
          onClick={step(-1)}
        >
          Previous
        </Button>
        <Button
          variant="default"
          size="xs"
          rightSection={<IconChevronRight size={16} aria-hidden />}
          disabled={page >= pages}
          onClick={step(1)}
        >
          Next
        </Button>
      </div>
    </div>
  )
}

const SizeSelect = ({ value, options, onChange }: PageSize) => (
  <div className={`row ${classes.choice}`}>
    <span aria-hidden>Rows</span>
    <Select
      className="digits"
      w={72}
      size="xs"
      aria-label="Rows per page"
      data={options.map(String)}
      value={String(value)}
      onChange={(chosen) => chosen && onChange(Number(chosen))}
      allowDeselect={false}
      comboboxProps={{ position: 'top-start' }}
    />
  </div>
)

type PageFieldProps = { page: number; pages: number; onPage: (page: number) => void }

/** Enter leads to the page; a number past the end leads to the last one. */
function PageField({ page, pages, onPage }: PageFieldProps) {
  const goOnEnter = ({ key, currentTarget }: KeyboardEvent<HTMLInputElement>) => {
    const wanted = Math.trunc(Number(currentTarget.value.replace(/\s/g, '')))
    if (key === 'Enter' && wanted >= 1) onPage(Math.min(wanted, pages))
  }
  return (
    <div className={`row ${classes.choice}`} data-number>
      <span aria-hidden>Go to</span>
      <TextInput
        className="digits"
        w={64}
        size="xs"
        aria-label="Go to page"
        inputMode="numeric"
        enterKeyHint="go"
        autoComplete="off"
        defaultValue={page}
        onFocus={(event) => event.currentTarget.select()}
        onKeyDown={goOnEnter}
      />
    </div>
  )
}
