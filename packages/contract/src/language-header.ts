/** With a call of a page: the language that the page is shown in, as its code (`en-US`). Sentences of the answer are in it. */
export const LANGUAGE_HEADER = 'x-switchyard-language'
