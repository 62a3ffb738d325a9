export function WatchView() {
  return <h1>watch</h1>
}
