/**
 * What an error of a question with pictures is about: a model that takes no pictures, or a picture of this question that cannot be used;
 * null if it speaks of neither. In the words of OpenAI, vLLM, SGLang, llama.cpp, Ollama, OpenRouter, Anthropic, Gemini and DashScope.
 */
export function imageError(said: string): 'no-images' | 'bad-image' | null {
  if (BAD_IMAGE.test(said)) return 'bad-image';
  return NO_IMAGES.test(said) ? 'no-images' : null;
}

const BAD_IMAGE = alternatives(
  String.raw`unsupported image\b(?! inputs?)|\bimage (?:format|type|size|dimension|media)`,
  String.raw`\bimages?\b.{0,60}(?:too (?:large|big|small|many)|exceed|corrupt|cannot be (?:decoded|identified|opened|read))`,
  String.raw`\b(?:invalid|corrupt\w*|decode|decoding|download\w*|fetch\w*|retriev\w*|identify|process|parse|load|open)\b.{0,30}\bimages?\b`,
  'image_parse_error|invalid_image|image_too_(?:large|small)|content type not allowed.{0,20}image',
);

const NO_IMAGES = alternatives(
  String.raw`\bimage(?:s|_url|_urls)?\b.{0,80}(?:not (?:be )?(?:supported|allowed|enabled|accepted)|unsupported|only supported|n't supported)`,
  String.raw`(?:not|n't|no|cannot|without)\b.{0,60}\b(?:images?|image_url|vision|multi-?modal)`,
  String.raw`unsupported (?:image inputs?|content type|modality)|(?:unknown|unexpected|invalid)\b.{0,40}image_url`,
  String.raw`at most 0 image|mmproj|only (?:supports? )?text\b|text[- ]only`,
  String.raw`content\b.{0,60}(?:must|should|expected)\b.{0,20}\bstring|valid string`,
);

function alternatives(...patterns: string[]): RegExp {
  return new RegExp(patterns.join('|'), 'i');
}
