import type { Comparison } from '../../contract/search/filters.ts'
import { CompareChoice } from './compare-choice.tsx'
import classes from './figures-bar.module.css'
import { EmployeeFilter, SiteFilter } from './place-filters.tsx'

type Places = { sites?: number[]; employees?: number[] }

type Props = Places & {
  compare: Comparison
  onCompare: (compare: Comparison) => void
  onFilter: (places: Places) => void
}

/** Below the range of a screen of figures: what they are compared with, and the sites and employees that they are narrowed to. */
export const FiguresBar = ({ compare, onCompare, sites = [], employees = [], onFilter }: Props) => (
  <div className={`row wrap end ${classes.bar}`}>
    <CompareChoice compare={compare} onChoose={onCompare} />
    <SiteFilter chosen={sites} onChange={(chosen) => onFilter({ sites: chosen })} />
    <EmployeeFilter chosen={employees} onChange={(chosen) => onFilter({ employees: chosen })} />
  </div>
)
