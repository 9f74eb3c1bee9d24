import type { useFormatter } from 'use-intl'

const UNITS = ['B', 'KiB', 'MiB', 'GiB', 'TiB']
const STEP = 1024

/** 1536 is 1.5 KiB. */
export function fileSize(bytes: number, format: ReturnType<typeof useFormatter>): string {
  let value = bytes
  let unit = 0
  while (value >= STEP && unit < UNITS.length - 1) {
    value /= STEP
    unit++
  }
  return `${format.number(value, { maximumFractionDigits: value < 10 && unit > 0 ? 1 : 0 })} ${UNITS[unit]}`
}
