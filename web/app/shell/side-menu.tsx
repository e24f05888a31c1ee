import { IconBuildingStore, IconLayoutDashboard, IconMapPin, IconPackage, IconReceipt, IconUsers } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { Brand } from './brand.tsx'
import classes from './side-menu.module.css'

const entries = [
  { to: '/dashboard', name: 'Dashboard', icon: IconLayoutDashboard },
  { to: '/sales', name: 'Sales', icon: IconReceipt },
  { to: '/products', name: 'Products', icon: IconPackage },
  { to: '/employees', name: 'Employees', icon: IconUsers },
  { to: '/sites', name: 'Sites', icon: IconMapPin },
] as const

type Props = { business: string | undefined; close?: ReactNode; onChoose?: () => void }

export function SideMenu({ business, close, onChoose }: Props) {
  return (
    <div className={classes.menu}>
      <div className={classes.head}>
        <Brand />
        {close}
      </div>
      <nav className={classes.nav} aria-label="Main">
        {entries.map(({ to, name, icon: Icon }) => (
          <Link key={to} to={to} activeOptions={{ includeSearch: false }} onClick={onChoose}>
            <Icon size={20} stroke={1.75} aria-hidden />
            {name}
          </Link>
        ))}
      </nav>
      {business && (
        <div className={classes.business}>
          <span className={classes.round}>
            <IconBuildingStore size={20} stroke={1.75} aria-hidden />
          </span>
          <span className={classes.name} title={business}>
            {business}
          </span>
        </div>
      )}
    </div>
  )
}
