/** Regions that have a group of their own. */
export const REGIONS = ['HK', 'TW', 'JP', 'KR', 'SG', 'US'] as const

/** Services that the standard and the full template route. */
export const SERVICES = ['ai', 'streaming', 'telegram', 'github', 'apple', 'microsoft', 'ads'] as const
/** Those of the full template alone. */
export const MORE_SERVICES = [
  'netflix',
  'youtube',
  'disney',
  'spotify',
  'bilibili',
  'china-media',
  'google-fcm',
  'google',
  'steam',
  'paypal',
  'crypto',
] as const

/** Every group of our templates. */
export type GroupKey =
  | 'select'
  | 'auto'
  | 'fallback'
  | 'balance'
  | 'manual'
  | 'direct'
  | 'final'
  | 'other'
  | (typeof REGIONS)[number]
  | (typeof SERVICES)[number]
  | (typeof MORE_SERVICES)[number]
