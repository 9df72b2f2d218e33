/** The values that the server asks its client for. */
import type { Conversation } from './conversation.ts';

/** Those that this fake goes by; as the real one, it takes them wherever they stand. */
const compilerScope = 'csharp|background_analysis.dotnet_compiler_diagnostics_scope';
const analyzerScope = 'csharp|background_analysis.dotnet_analyzer_diagnostics_scope';
const automaticRestore = 'projects.dotnet_enable_automatic_restore';

const used = [compilerScope, analyzerScope, automaticRestore];
const pairs = ['csharp', 'visual_basic'];
const others = [
  'symbol_search.dotnet_search_reference_assemblies',
  'type_members.dotnet_member_insertion_location',
  'type_members.dotnet_property_generation_behavior',
  'completion.dotnet_show_name_completion_suggestions',
  'completion.dotnet_provide_regex_completions',
  'quick_info.dotnet_show_remarks_in_quick_info',
  'highlighting.dotnet_highlight_related_json_components',
  'inlay_hints.dotnet_enable_inlay_hints_for_parameters',
  'code_lens.dotnet_enable_references_code_lens',
  'auto_insert.dotnet_enable_auto_insert',
  'code_style.formatting.indentation_and_spacing.tab_width',
].flatMap((name) => pairs.map((language) => `${language}|${name}`));

const razor = [
  'razor.format.code_block_brace_on_next_line',
  'razor.format.attribute_indent_style',
  'razor.completion.commit_elements_with_space',
  'html.auto_closing_tags',
  'razor.advanced.show_all_c_sharp_code_actions',
];

export class Configuration {
  readonly #conversation: Conversation;
  readonly #values = new Map<string, string>();
  #first = true;
  /** Those of the first answer. */
  #early = new Map<string, string>();

  constructor(conversation: Conversation) {
    this.#conversation = conversation;
  }

  /** Asks for everything, as at `initialized` and after each change. */
  async ask(): Promise<void> {
    const { random } = this.#conversation;
    const many = this.#conversation.on('manyItems');
    const first = [...used, ...others, 'visual_basic|background_analysis.dotnet_compiler_diagnostics_scope'];
    // Names that this version has and the next one may not.
    const filled = Array.from({ length: 75 - first.length }, (_, at) => `${pairs[at % 2]}|inlay_hints.dotnet_option_${at}`);
    const sections = (many ? [...first, ...filled] : first)
      .map((section) => ({ section, order: random.below(1_000_000) }))
      .sort((a, b) => a.order - b.order)
      .map(({ section }) => section);
    await Promise.all([sections, ...(many ? [razor] : [])].map((each) => this.#askFor(each)));
    if (this.#first) this.#early = new Map(this.#values);
    this.#first = false;
  }

  async #askFor(sections: readonly string[]): Promise<void> {
    const reply = await this.#conversation.ask('workspace/configuration', { items: sections.map((section) => ({ section })) });
    // A failure leaves the defaults.
    if ('error' in reply) return;
    const { result } = reply;
    if (!Array.isArray(result) || result.length !== sections.length) {
      const what = Array.isArray(result) ? `a list of ${result.length}` : JSON.stringify(result);
      return this.#conversation.offence(`${what} in answer to ${sections.length} configuration items`);
    }
    for (const [at, section] of sections.entries()) {
      const value: unknown = result[at];
      if (value !== null && value !== '') this.#values.set(section, String(value));
      else this.#values.delete(section);
    }
  }

  /** Whether a workspace pull has problems at all: a scope that came later is not seen by it. */
  get everywhere(): boolean {
    return this.#early.get(compilerScope) === 'fullSolution';
  }

  get analyzers(): 'openFiles' | 'fullSolution' | 'none' {
    const value = this.#values.get(analyzerScope);
    return value === 'fullSolution' || value === 'none' ? value : 'openFiles';
  }

  get restores(): boolean {
    return this.#values.get(automaticRestore) !== 'false';
  }
}
