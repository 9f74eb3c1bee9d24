// Named crawlers of search engines and of link previews; the generic words catch the rest of the honest ones.
const CRAWLERS =
  /googlebot|google-inspectiontool|bingbot|baiduspider|yandex(bot|images)|duckduckbot|sogou|360spider|bytespider|petalbot|slurp|applebot|facebookexternalhit|twitterbot|telegrambot|discordbot|slackbot|linkedinbot|whatsapp|\b(bot|crawler|spider)\b|[a-z]bot\b/i

export function isCrawler(userAgent: string | null | undefined): boolean {
  return CRAWLERS.test(userAgent ?? '')
}
