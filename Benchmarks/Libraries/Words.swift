/// The vocabulary of generated records.
enum Words {
  static let adjectives = [
    "Silent", "Winter", "Last", "Golden", "Hidden", "Crooked", "Little", "Distant", "Broken", "Patient", "Northern",
    "Paper", "Hollow", "Bright", "Forgotten", "Salt", "Second", "Unwritten", "Wandering", "Quiet",
  ]
  static let nouns = [
    "Harbour", "Garden", "Library", "River", "Mountain", "Clock", "Island", "Orchard", "Letter", "Bridge", "Mirror",
    "Lighthouse", "Station", "Forest", "Kingdom", "Map", "Ocean", "Tower", "Winter", "Machine",
  ]
  static let firstNames = [
    "Anna", "Tomasz", "Miriam", "José", "Ingrid", "Yuki", "Elif", "Samuel", "Zoë", "Olga", "Henry", "Chidi",
  ]
  static let lastNames = [
    "Lindqvist", "Okafor", "Nowak", "Tanaka", "Müller", "García", "Hughes", "Petrova", "Silva", "Kaya", "Moreau",
    "Brontë",
  ]
  static let sentence = [
    "the", "a", "of", "and", "in", "to", "with", "without", "under", "after", "nobody", "somebody", "every", "road",
    "house", "window", "evening", "morning", "winter", "memory", "silence", "story", "question", "answer", "light",
    "water", "bread", "stone", "letter", "friend", "stranger", "remembers", "forgets", "opens", "closes", "waits",
    "keeps", "finds", "leaves", "returns", "slowly", "never", "always", "perhaps", "again", "long", "cold", "small",
  ]
  static let languages = ["en", "de", "fr", "pl", "es", "ja"]
  static let tasks = ["Ask about", "Return", "Lend out", "Buy the sequel of", "Write the review of", "Look again for"]
  /// A search term that occurs in one in twenty records.
  static let rare = "lanternfish"
}
