/**
 * Providers choose the format by this name: with one of a mihomo they answer YAML and tell traffic and expiry, with an
 * unknown one often base64 without.
 */
export const DEFAULT_USER_AGENT = 'clash.meta'
