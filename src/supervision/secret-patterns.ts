/**
 * Texts that look like secrets, whatever they belong to. Each pattern matches the secret only: what comes before it says
 * what was masked, and stays readable. None may fail after an unbounded repetition, so that a search takes linear time.
 */
export const secretPatterns: readonly RegExp[] = [
  // Model providers.
  /(?<=\bsk-)[A-Za-z0-9_-]{8,}/,
  /(?<=\b(?:gsk_|hf_|r8_|sgp_|sgamp_[a-z]{1,12}_|pplx-|xai-))[A-Za-z0-9_-]{16,}/,
  // Google: API keys and access tokens.
  /(?<=\bAIza)[A-Za-z0-9_-]{20,}/,
  /(?<=\bya29\.)[A-Za-z0-9_-]{16,}/,
  // Code hosts and registries.
  /(?<=\bgh[oprsu]_)[A-Za-z0-9]{16,}/,
  /(?<=\bgithub_pat_)[A-Za-z0-9_]{16,}/,
  /(?<=\bgl(?:agent|cbt|dt|ft|imt|pat|ptt|rt|soat)-)[A-Za-z0-9_.-]{16,}/,
  /(?<=\bnpm_)[A-Za-z0-9]{20,}/,
  /(?<=\bpypi-)[A-Za-z0-9_-]{16,}/,
  /(?<=\b_(?:auth|authToken|password)["']?\s{0,8}[=:]\s{0,8}["']?)[^\s"']{4,}/,
  // Clouds and services.
  /(?<=\b(?:AKIA|ASIA))[A-Z0-9]{12,}/,
  /(?<=\bdo[opr]_v1_)[a-f0-9]{16,}/,
  /(?<=\bxox[a-z]-|\bxapp-)[A-Za-z0-9-]{8,}/,
  /(?<=\bhooks\.slack\.com\/services\/)[A-Za-z0-9/]{8,}/,
  /(?<=\b[rs]k_(?:live|test)_|\bwhsec_)[A-Za-z0-9]{8,}/,
  /(?<=\bSG\.)[A-Za-z0-9_.-]{16,}/,
  // JSON Web Tokens: a header that begins with `{"`, then claims and signature.
  /(?<![A-Za-z0-9_-])eyJ[A-Za-z0-9_-]{12,}(?:\.[A-Za-z0-9_-]{0,4096}){0,4}/,
  // Private keys, up to the line that ends them.
  /(?<=-----BEGIN [A-Z ]{0,32}PRIVATE KEY-----)[^-]{8,}/,
  // Headers.
  /(?<=\b[Bb]earer\s{1,8})[A-Za-z0-9._~+/=-]{8,}/,
  /(?<=\b[Bb]asic\s{1,8})[A-Za-z0-9+/]{6,512}={1,2}/,
  /(?<=\b(?:[Pp]roxy-)?[Aa]uthorization["']?\s{0,8}[:=]\s{0,8}["']?[A-Za-z]{2,16}\s{1,8})[^\s"',;]{4,}/,
  /(?<=\b[Xx]-(?:[Gg]oog-)?[Aa][Pp][Ii]-[Kk]ey["']?\s{0,8}[:=]\s{0,8}["']?)[^\s"',;]{4,}/,
  // URLs: a password, a token in place of a user, a parameter.
  /(?<=:\/\/[^\s/:@]{0,128}:)[^\s/@]{1,512}(?=@)/,
  /(?<=:\/\/)[^\s/:@]{16,512}(?=@)/,
  /(?<=[?&](?:[a-z]{1,16}[_-])?(?:api[_-]?key|key|password|secret|sig|signature|token)=)[^\s&#"']{4,}/,
];
