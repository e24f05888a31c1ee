import { MantineProvider } from '@mantine/core'
import { createRoot } from 'react-dom/client'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { EmployeesSearch } from '../../contract/search/employees.ts'
import { Toast } from '../ui/feedback/toast.tsx'
import { type Selection, useSelection } from './use-selection.ts'

const search = EmployeesSearch.parse({})
const range = (first: number, last: number) => Array.from({ length: last - first + 1 }, (_, index) => first + index)

test('selection: says at once that more than 1,000 rows cannot be selected, and keeps those that are', async () => {
  let selection: Selection | undefined
  const List = () => {
    selection = useSelection(search, '/api/v1/employees.csv')
    return (
      <MantineProvider>
        <Toast />
      </MantineProvider>
    )
  }
  const root = createRoot(document.body.appendChild(document.createElement('div')))
  root.render(<List />)
  const expectCount = (count: number) => expect.poll(() => selection?.keys.size).toBe(count)
  await expectCount(0)
  selection?.choose(range(1, 950), true)
  await expectCount(950)
  selection?.choose(range(901, 1001), true)
  await expect.element(page.getByText(/^You can select up to 1\s000 rows\. These were not added\.$/)).toBeVisible()
  await expectCount(950)
  selection?.choose(range(901, 1000), true)
  await expectCount(1000)
  selection?.choose([1], false)
  await expectCount(999)
  root.unmount()
})
