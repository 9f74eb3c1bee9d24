import { useFormatter } from 'use-intl'

const UNITS = ['byte', 'kilobyte', 'megabyte', 'gigabyte', 'terabyte', 'petabyte'] as const
const STEP = 1024

/** Amounts of data in words. Beside another one in the same unit an amount is its number alone: '92' of '100 GB'. */
export function useBytes(): (count: number, beside?: number) => string {
  const format = useFormatter()
  return (count, beside) => {
    const place = placeOf(count)
    const isBare = beside !== undefined && (count === 0 || placeOf(beside) === place)
    return format.number(count / STEP ** place, {
      ...(isBare ? {} : { style: 'unit', unit: UNITS[place]! }),
      maximumFractionDigits: 1,
    })
  }
}

function placeOf(count: number): number {
  return count < 1 ? 0 : Math.min(UNITS.length - 1, Math.floor(Math.log(count) / Math.log(STEP)))
}
