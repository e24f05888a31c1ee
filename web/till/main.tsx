import './till.css'
import { createRoot } from 'react-dom/client'
import { TillApp } from './till-app.tsx'
import { startUpdates } from './updates.ts'

const root = document.getElementById('root')
if (!root) throw new Error('till.html has no #root.')
createRoot(root).render(<TillApp />)
startUpdates()
