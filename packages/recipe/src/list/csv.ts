/** Marks a text as UTF-8 for spreadsheets, which else read Chinese as something else. */
const BOM = '\u{feff}'

/** Spreadsheets run a text that begins like this: https://owasp.org/www-community/attacks/CSV_Injection */
const RUNS = /^[=+\-@\t\r]/

/** Rows as a spreadsheet opens them. A text that it would run as a formula has an apostrophe before it. */
export function csvOf(rows: readonly (readonly (string | number)[])[]): string {
  return BOM + rows.map((row) => `${row.map(cell).join(',')}\r\n`).join('')
}

function cell(value: string | number): string {
  if (typeof value === 'number') return String(value)
  const text = RUNS.test(value) ? `'${value}` : value
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}
