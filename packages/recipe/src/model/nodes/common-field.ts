/** Fields that many nodes can be given at once. */
export const COMMON_FIELDS = ['udp', 'tfo', 'insecure', 'fingerprint', 'ipVersion'] as const
export type CommonField = (typeof COMMON_FIELDS)[number]
