export function CompareView() {
  return <h1>compare</h1>
}
