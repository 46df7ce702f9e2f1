@testable import ShelfDoctor

extension Repair {
  var isConsent: Bool { if case .consent = need { true } else { false } }

  var isChoice: Bool { if case .choice = need { true } else { false } }
}
