/** Spreadsheets take this for the beginning of a formula, but not a number alone. */
const FORMULA = /^(?!\s*[-+]?\d+(\.\d+)?$)\s*[-=+@＝＋－＠]|^[\t\r\n]/

/** A field as RFC 4180 has it; behind an apostrophe, as OWASP advises, where a spreadsheet would compute it. */
export function csvField(value: unknown): string {
  const written = String(value ?? '')
  const text = FORMULA.test(written) ? `'${written}` : written
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}
