/** Where each provider's users keep their key. */
export const KEY_VARIABLES = {
  "gemini-flash": ["GEMINI_API_KEY", "GOOGLE_API_KEY"],
  "haiku": ["ANTHROPIC_API_KEY"],
  "openai-compatible": ["OPENAI_API_KEY"],
} as const;

/** All that the `claude` program is given of the environment: where it lies, how it signs in, how it gets out. */
export const CLAUDE_ENVIRONMENT_NAMES = [
  "HOME",
  "USERPROFILE",
  "APPDATA",
  "LOCALAPPDATA",
  "SystemRoot",
  "PATH",
  "PATHEXT",
  "USER",
  "LOGNAME",
  "TMPDIR",
  "TEMP",
  "LANG",
  "XDG_CONFIG_HOME",
  "XDG_RUNTIME_DIR",
  "DBUS_SESSION_BUS_ADDRESS",
  "CLAUDE_CONFIG_DIR",
  "CLAUDE_CODE_OAUTH_TOKEN",
  "CLAUDE_CODE_USE_BEDROCK",
  "CLAUDE_CODE_USE_VERTEX",
  "ANTHROPIC_API_KEY",
  "ANTHROPIC_AUTH_TOKEN",
  "ANTHROPIC_BASE_URL",
  "ANTHROPIC_VERTEX_PROJECT_ID",
  "AWS_PROFILE",
  "AWS_REGION",
  "AWS_ACCESS_KEY_ID",
  "AWS_SECRET_ACCESS_KEY",
  "AWS_SESSION_TOKEN",
  "AWS_BEARER_TOKEN_BEDROCK",
  "CLOUD_ML_REGION",
  "GOOGLE_APPLICATION_CREDENTIALS",
  "HTTP_PROXY",
  "HTTPS_PROXY",
  "NO_PROXY",
  "http_proxy",
  "https_proxy",
  "no_proxy",
  "NODE_EXTRA_CA_CERTS",
  "SSL_CERT_FILE",
] as const;

/**
 * Every further variable that asking a model reads, as a test makes sure of. What `llm.api_key_env` names comes on top and
 * cannot be known when compiling: `stop` and `mneme` are granted all variables.
 */
export const LLM_ENVIRONMENT_NAMES: readonly string[] = [
  ...new Set([...Object.values(KEY_VARIABLES).flat(), ...CLAUDE_ENVIRONMENT_NAMES]),
];

/** The variable's value; unset, blank, unreadable and not granted are all `undefined`. */
export function readLlmEnvironment(name: string): string | undefined {
  try {
    return Deno.env.get(name)?.trim() || undefined;
  } catch {
    return undefined; // not Unicode, or not granted: there is nothing to use
  }
}
