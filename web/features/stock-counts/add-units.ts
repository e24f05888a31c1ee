/** Thousandths of a unit are whole numbers, which add up exactly. */
export const addUnits = (units: number[]) => units.reduce((sum, unit) => sum + Math.round(unit * 1000), 0) / 1000
