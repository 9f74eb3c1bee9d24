/**
 * The languages of the product, each by its own name. The first is the default: its addresses have no prefix. A new
 * language is a line here and its files in `messages/`.
 */
export const LANGUAGES = { 'zh-CN': '简体中文', 'en-US': 'English' } as const
