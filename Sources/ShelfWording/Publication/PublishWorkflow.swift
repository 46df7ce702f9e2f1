/// The forges for which there is a workflow that publishes at every push.
package enum PublishWorkflow: String, CaseIterable, Sendable {
  case github, gitlab, forgejo

  /// Returns the file, with where it belongs.
  ///
  /// - Parameter address: the repository from which a machine without shelf gets it.
  package func text(installingFrom address: String) -> String {
    let install = "git clone --depth 1 \(address) /tmp/shelf && /tmp/shelf/scripts/setup && /tmp/shelf/scripts/install"
    return switch self {
    case .github:
      PublishWorkflow.heading(".github/workflows/pages.yml")
        + PublishWorkflow.actions(install, PublishWorkflow.githubEnd)
    case .forgejo:
      PublishWorkflow.heading(".forgejo/workflows/pages.yml")
        + PublishWorkflow.actions(install, PublishWorkflow.forgejoEnd)
    case .gitlab: PublishWorkflow.heading(".gitlab-ci.yml") + PublishWorkflow.gitlabFile(install)
    }
  }

  private static func heading(_ path: String) -> String {
    PublicationText.warning.map { "# \($0)\n" }.joined() + "#\n# Save it as \(path)\n"
  }

  private static func actions(_ install: String, _ end: (permissions: String, steps: String)) -> String {
    """
    name: Pages
    on:
      push:
        branches: [main]
      workflow_dispatch:
    \(end.permissions)concurrency:
      group: pages
      cancel-in-progress: false
    jobs:
      publish:
        runs-on: \(end.steps.contains("deploy-pages") ? "ubuntu-latest" : "docker")
        container: swift:6.2-bookworm
        steps:
          - uses: actions/checkout@v4
          - run: \(install)
          # The pages of the last run: their list remembers old addresses of books.
          - uses: actions/cache@v4
            with:
              path: site
              key: site-${{ github.sha }}
              restore-keys: site-
          - run: shelf publish --output site
    \(end.steps)
    """
  }

  private static let githubEnd = (
    permissions: "permissions:\n  contents: read\n  pages: write\n  id-token: write\n",
    steps: """
          - uses: actions/upload-pages-artifact@v3
            with:
              path: site
      deploy:
        needs: publish
        runs-on: ubuntu-latest
        environment:
          name: github-pages
        steps:
          - uses: actions/deploy-pages@v4

    """
  )

  private static let forgejoEnd = (
    permissions: "",
    steps: """
          # The token may write to the repository of the pages alone.
          - run: |
              cd site
              git init --quiet --initial-branch pages
              git add --all
              git -c user.name=shelf -c user.email=shelf@localhost commit --quiet --message "Publish"
              git push --force "https://token:${{ secrets.PAGES_TOKEN }}@${{ vars.PAGES_REPOSITORY }}" pages
              rm -rf .git

    """
  )

  private static func gitlabFile(_ install: String) -> String {
    """
    pages:
      image: swift:6.2-bookworm
      rules:
        - if: $CI_COMMIT_BRANCH == $CI_DEFAULT_BRANCH
      script:
        - \(install)
        - shelf publish --output public
      # The pages of the last run: their list remembers old addresses of books.
      cache:
        key: pages
        paths:
          - public
      artifacts:
        paths:
          - public

    """
  }
}
