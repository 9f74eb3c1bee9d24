/** Starts Xray with a copied config. */
export const RUN_XRAY = 'xray run -c config.json'
