import { expect, test } from 'vitest'
import { fitColumns, type RowView } from './row-view.ts'

const view: RowView<null, 'name'> = {
  key: () => 0,
  name: () => '',
  columns: [
    { title: 'Name', cell: () => '' },
    { title: 'Second', minor: 2, width: '25%', cell: () => '' },
    { title: 'First', minor: 1, width: '100px', cell: () => '' },
    { title: 'Figure', width: '100px', cell: () => '' },
  ],
  actions: [],
  card: () => ({ title: '', facts: '', figure: '' }),
  minWidth: 600,
}

test.each([
  [600, ['Name', 'Second', 'First', 'Figure']],
  [599, ['Name', 'Second', 'Figure']],
  [500, ['Name', 'Second', 'Figure']],
  [499, ['Name', 'Figure']],
  [300, undefined],
])('columns: minor ones give way in their order, and with too little room the rows are cards: %i px', (room, titles) => {
  expect(fitColumns(view, room)?.columns.map(({ title }) => title)).toEqual(titles)
})
