export const BUILTIN_NAMES = ['minimal', 'standard', 'full'] as const

export type BuiltinName = (typeof BUILTIN_NAMES)[number]

/** Regions that have a group of their own. */
export const REGIONS = ['HK', 'TW', 'JP', 'KR', 'SG', 'US'] as const

/** Services that have a rule list and a group of their own, in the order in which their groups stand. */
export const SERVICES = [
  'ai',
  'streaming',
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
  'telegram',
  'github',
  'apple',
  'microsoft',
  'ads',
] as const

export type ServiceName = (typeof SERVICES)[number]

/** What each of our templates routes where nobody chose. */
export const SERVICE_SETS: Readonly<Record<BuiltinName, readonly ServiceName[]>> = {
  minimal: [],
  standard: ['ai', 'streaming', 'telegram', 'github', 'apple', 'microsoft', 'ads'],
  full: SERVICES,
}

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
  | ServiceName
