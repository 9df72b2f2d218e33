/** The stable words of the envelope: error codes, warning codes, severities. The lists may grow; a word never changes. */

/** Why a call failed. `UnhandledException` alone keeps the spelling of the envelope's first text. */
export const errorCodes = [
  'invalid_settings',
  'invalid_arguments',
  'workspace_not_open',
  'workspace_loading',
  'workspace_load_failed',
  'path_outside_workspace',
  'excluded_path',
  'file_not_found',
  'file_too_big',
  'file_undecodable',
  'not_csharp',
  'no_csharp',
  'file_not_in_project',
  'symbol_not_found',
  'symbol_ambiguous',
  'position_not_on_symbol',
  'error_details_not_found',
  'server_not_found',
  'server_failed',
  'server_lost',
  'request_timed_out',
  'request_cancelled',
  'feature_unavailable',
  'snapshot_mismatch',
  'invalid_cursor',
  'dotnet_not_found',
  'sdk_missing',
  'UnhandledException',
] as const;
export type ErrorCode = (typeof errorCodes)[number];

/** What a successful answer has to say about its own limits. */
export const warningCodes = [
  'partial_answer',
  'stale_answer',
  'limit_reached',
  'load_problems',
  'excluded_folders',
  'frameworks_not_seen',
] as const;
export type WarningCode = (typeof warningCodes)[number];
export interface Warning {
  readonly code: WarningCode;
  readonly message: string;
}

/** Severities as the settings and the arguments spell them, most severe first. */
export const severities = ['error', 'warning', 'information', 'hint'] as const;
export type Severity = (typeof severities)[number];

/** Severities as the envelope spells them. */
export type EnvelopeSeverity = 'Hidden' | 'Info' | 'Warning' | 'Error';
