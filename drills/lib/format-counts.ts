/** '200 x 19, 401 x 1' */
export function formatCounts(values: string[]) {
  const counts = Map.groupBy(values.toSorted(), (value) => value)
  return [...counts].map(([value, { length }]) => `${value} x ${length}`).join(', ')
}
