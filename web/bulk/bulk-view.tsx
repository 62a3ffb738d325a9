export function BulkView() {
  return <h1>bulk</h1>
}
