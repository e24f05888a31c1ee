import { linkOptions } from '@tanstack/react-router'
import { Breadcrumb } from '../../ui/layout/breadcrumb.tsx'

const STEPS = [{ name: 'Stock', link: linkOptions({ to: '/stock' }) }]

export const CountBreadcrumb = ({ current }: { current: string }) => <Breadcrumb steps={STEPS} current={current} />
