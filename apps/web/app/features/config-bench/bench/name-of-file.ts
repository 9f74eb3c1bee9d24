/** What a config is called after its file: `config.yaml.gz` is `config`. */
export function nameOfFile(file: string): string {
  return file.replace(/\.gz$/i, '').replace(/\.(?:ya?ml|jsonc?|json5|txt|conf)$/i, '') || file
}
