import { useFormatter } from 'use-intl'

/** A number of things as a person reads it: 1234 is 1,234. */
export function FormattedNumber({ n }: { n: number }) {
  return useFormatter().number(n)
}
