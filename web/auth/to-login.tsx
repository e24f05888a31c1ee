import { Navigate } from '@tanstack/react-router'

/** For paths that the router cannot decode: not even the catch-all route matches them. */
export const ToLogin = () => <Navigate to="/login" replace />
