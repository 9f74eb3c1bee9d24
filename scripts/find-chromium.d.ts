export declare const NO_CHROMIUM: string
/** A browser to test with: CHROMIUM_PATH, Debian's chromium, Chrome, @sparticuz/chromium. Throws when there is none. */
export declare function findChromium(): Promise<string>
