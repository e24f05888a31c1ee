import { Navigate } from '@tanstack/react-router'

/** In place of a path that is none: one that cannot even be read finds no route, not that of any other path either. */
export const ToLogin = () => <Navigate to="/login" replace />
