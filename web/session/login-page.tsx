export function LoginPage() {
  return <h1>Welcome back</h1>
}
