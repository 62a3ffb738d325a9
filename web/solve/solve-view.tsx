export function SolveView() {
  return <h1>solve</h1>
}
